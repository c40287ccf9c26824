"""Reading and writing entries: atomic, signed, safe for processes that run side by side."""

from __future__ import annotations

import hashlib
import hmac
import os
import time
from pathlib import Path

from tangrules.cache.folder import cache_folder, is_safe

KEY_FILE = "key"
KEY_LENGTH = 32
SEAL_LENGTH = 32


def read(kind: str, key: str) -> bytes | None:
    """What was written under this key, None if nothing usable is there."""
    folder = cache_folder()
    if folder is None:
        return None
    path = _path(folder, kind, key)
    try:
        if not is_safe(path):
            return None
        data = path.read_bytes()
    except OSError:
        return None
    secret = _secret(folder)
    if secret is None or len(data) < SEAL_LENGTH:
        return None
    seal, content = data[:SEAL_LENGTH], data[SEAL_LENGTH:]
    return content if hmac.compare_digest(seal, _seal(secret, kind, key, content)) else None


def write(kind: str, key: str, content: bytes) -> bool:
    """Keep something under a key; whether that worked. Others see the whole of it or nothing."""
    folder = cache_folder()
    secret = None if folder is None else _secret(folder)
    if folder is None or secret is None:
        return False
    return _replace(_path(folder, kind, key), _seal(secret, kind, key, content) + content)


def _path(folder: Path, kind: str, key: str) -> Path:
    return folder / f"{kind}-{hashlib.sha256(key.encode()).hexdigest()[:40]}"


def _seal(secret: bytes, kind: str, key: str, content: bytes) -> bytes:
    return hmac.digest(secret, f"{kind}\0{key}\0".encode() + content, "sha256")


def _secret(folder: Path) -> bytes | None:
    """The user's key, made the first time. Of several processes that make one, the first wins."""
    path = folder / KEY_FILE
    found = _read_secret(path)
    if found is not None:
        return found
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _written_by_another(path)
    except OSError:
        return None
    with os.fdopen(descriptor, "wb") as file:
        import secrets

        file.write(secrets.token_bytes(KEY_LENGTH))
    return _read_secret(path)


def _written_by_another(path: Path) -> bytes | None:
    """The key that another process has begun to write; it takes no time to speak of."""
    for _ in range(100):
        found = _read_secret(path)
        if found is not None:
            return found
        time.sleep(0.005)
    return None


def _read_secret(path: Path) -> bytes | None:
    try:
        if not is_safe(path):
            return None
        found = path.read_bytes()
    except OSError:
        return None
    return found if len(found) == KEY_LENGTH else None


def _replace(path: Path, data: bytes) -> bool:
    import tempfile  # late, as `secrets` is: what is there already is found without them

    try:
        descriptor, name = tempfile.mkstemp(prefix=".new-", dir=path.parent)
    except OSError:
        return False
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        return False
    return True
