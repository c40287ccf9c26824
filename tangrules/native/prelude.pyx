# Twins, with types, of the functions in tangrules.emit.helpers and tangrules.emit.effects that generated code
# calls most. They do the same, element for element; the others are called as they are.

cdef extern from *:
    """
    /* Whether V[low:high] is, element for element, the part of another list that begins at `at`. */
    static int tg_same(PyObject *values, Py_ssize_t low, Py_ssize_t high, PyObject *old, Py_ssize_t at) {
        Py_ssize_t k;
        if (!PyList_Check(old) || high > PyList_GET_SIZE(values) || at + high - low > PyList_GET_SIZE(old))
            return 0;
        for (k = 0; k < high - low; k++) {
            PyObject *a = PyList_GET_ITEM(values, low + k), *b = PyList_GET_ITEM(old, at + k);
            if (a != b) {
                int equal = PyObject_RichCompareBool(a, b, Py_EQ);
                if (equal <= 0) return equal;
            }
        }
        return 1;
    }
    """
    bint tg_same(object values, Py_ssize_t low, Py_ssize_t high, object old, Py_ssize_t at) except -1

# Functions of C have no limit of their own to how deep they call each other.
cdef int DEPTH = 0

cdef inline int enter() except -1:
    global DEPTH
    if DEPTH >= 900:
        raise RecursionError()
    DEPTH += 1
    return 0

cdef inline void leave_again() noexcept:
    global DEPTH
    DEPTH -= 1

cdef inline long long word(list values, Py_ssize_t at) except? FAIL:
    return values[at]

cdef inline tuple heap(list values, Py_ssize_t at):
    return <tuple?>values[at]

cdef inline long long part(tuple values, Py_ssize_t at) except? FAIL:
    return values[at]

cdef inline bint has_tuple(long long wanted, tuple values) except -1:
    cdef long long value
    for value in values:
        if value == wanted:
            return True
    return False

cdef inline bint has_list(long long wanted, list values) except -1:
    cdef long long value
    for value in values:
        if value == wanted:
            return True
    return False

cdef inline long long last(tuple items) except? FAIL:
    return items[len(items) - 1] if len(items) else -1

cdef inline long long item(tuple items, Py_ssize_t place) except? FAIL:
    if not 1 <= place <= len(items):
        return _python["item"](items, place)
    return part(items, place - 1)

cdef inline long long edge(long long cell, long long side):
    return -1 if cell < 0 else 4 * cell + side

cdef long long row(tuple rows, long long key, Py_ssize_t width, Py_ssize_t k) except? FAIL:
    cdef Py_ssize_t start
    for start in range(0, len(rows), width):
        if part(rows, start) == key:
            return part(rows, start + k)
    return -1

cdef list places_of(list values, Py_ssize_t low, Py_ssize_t high, long long wanted, long long base):
    cdef list found = []
    cdef Py_ssize_t at
    for at in range(low, high):
        if word(values, at) == wanted:
            found.append(at - base)
    return found

cdef tuple union_of_one(items):
    return tuple(sorted(set(items)))

cdef tuple insort(tuple items, long long piece):
    cdef Py_ssize_t at = len(items)
    while at and part(items, at - 1) > piece:
        at -= 1
    if at == len(items):
        return (*items, piece)
    return (*items[:at], piece, *items[at:])

cdef object take_from(list tops, Py_ssize_t z, long long piece):
    cdef Py_ssize_t at, where = z
    cdef tuple items
    while True:
        items = heap(tops, where)
        at = len(items) - 1
        while at >= 0 and part(items, at) != piece:
            at -= 1
        if at >= 0:
            break
        where += 1
    if at == len(items) - 1:
        items = items[:at]
    else:
        items = items[:at] + items[at + 1:]
    tops[where] = items
    if where == z + 1 and not items and tops[z + 2]:
        tops[z], tops[z + 2] = tops[z + 2] + tops[z], ()

cdef long long below(object S, Py_ssize_t n) except? FAIL:
    cdef unsigned long long rng, bits, safe = <unsigned long long>0xFFFFFFFF00000000
    if n <= 1:
        return 0
    rng = S.rng
    while True:
        rng += <unsigned long long>0x9E3779B97F4A7C15
        bits = (rng ^ (rng >> 30)) * <unsigned long long>0xBF58476D1CE4E5B9
        bits = (bits ^ (bits >> 27)) * <unsigned long long>0x94D049BB133111EB
        bits ^= bits >> 31
        if bits < safe or bits < (1 << 64) - (1 << 64) % n:
            S.rng = rng
            return bits % <unsigned long long>n

cdef long long draw_one(object S, list tops, Py_ssize_t z) except? FAIL:
    cdef tuple run
    if S.source is not None:
        return _python["draw_one"](S, tops, z)
    run = heap(tops, z)
    if len(run):
        return part(run, len(run) - 1)
    run = heap(tops, z + 1)
    if len(run):
        return part(run, below(S, len(run)))
    run = heap(tops, z + 2)
    return part(run, len(run) - 1) if len(run) else -1

cdef long long pick_one(object S, items) except? FAIL:
    if not items:
        return -1
    if S.source is not None:
        return _python["pick_one"](S, items)
    return items[below(S, len(items))]

cdef list differing(list words, list old, object hints, object pieces):
    cdef Py_ssize_t at
    return [at for at in range(len(words)) if words[at] is not old[at] and words[at] != old[at]]

cdef object fill_rows(list rows, list keys, list found, object make, tuple args):
    cdef Py_ssize_t known = len(rows)
    if len(keys) > 1024:
        return _python["fill_rows"](rows, keys, found, make, args)
    while known < len(keys):
        rows.append(make(keys[known], *args))
        known += 1
