# Twins, with types, of the functions in tangrules.emit.helpers and tangrules.emit.effects that generated code
# calls most. They do the same, element for element; the others are called as they are.

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define TG_INLINE static inline __attribute__((always_inline))
    #define TG_APART static __attribute__((noinline, cold))
    #else
    #define TG_INLINE static inline
    #define TG_APART static
    #endif

    TG_APART long long tg_outside(void) {
        PyErr_SetString(PyExc_IndexError, "index out of range");
        return $FAIL;
    }
    TG_APART long long tg_wide(PyObject *value) {
        long long number;
        if (!PyLong_Check(value)) {
            PyErr_Format(PyExc_TypeError, "a number was expected, not %.100s", Py_TYPE(value)->tp_name);
            return $FAIL;
        }
        number = PyLong_AsLongLong(value);
        return number == -1 && PyErr_Occurred() ? $FAIL : number;
    }
    /* The number that an object is: at once if it is a small one, as all words of the state are. */
    TG_INLINE long long tg_number(PyObject *value) {
        if (Py_TYPE(value) == &PyLong_Type) {
    #if PY_VERSION_HEX >= 0x030C0000
            if (PyUnstable_Long_IsCompact((PyLongObject *)value))
                return PyUnstable_Long_CompactValue((PyLongObject *)value);
    #else
            Py_ssize_t size = Py_SIZE(value);
            if (size >= -1 && size <= 1) return (long long)size * ((PyLongObject *)value)->ob_digit[0];
    #endif
        }
        return tg_wide(value);
    }
    TG_INLINE long long tg_word(PyObject *values, Py_ssize_t at) {
        Py_ssize_t size;
        if (values == Py_None) return tg_wide(values);
        size = PyList_GET_SIZE(values);
        if (at < 0) at += size;
        if ((size_t)at >= (size_t)size) return tg_outside();
        return tg_number(PyList_GET_ITEM(values, at));
    }
    TG_INLINE long long tg_part(PyObject *values, Py_ssize_t at) {
        Py_ssize_t size;
        if (values == Py_None) return tg_wide(values);
        size = PyTuple_GET_SIZE(values);
        if (at < 0) at += size;
        if ((size_t)at >= (size_t)size) return tg_outside();
        return tg_number(PyTuple_GET_ITEM(values, at));
    }
    static PyObject *tg_heap(PyObject *values, Py_ssize_t at) {
        Py_ssize_t size = PyList_GET_SIZE(values);
        PyObject *found;
        if (at < 0) at += size;
        if ((size_t)at >= (size_t)size) { tg_outside(); return NULL; }
        found = PyList_GET_ITEM(values, at);
        if (!PyTuple_CheckExact(found)) {
            PyErr_Format(PyExc_TypeError, "a tuple was expected, not %.100s", Py_TYPE(found)->tp_name);
            return NULL;
        }
        Py_INCREF(found);
        return found;
    }
    static int tg_put(PyObject *values, Py_ssize_t at, long long number) {
        Py_ssize_t size = PyList_GET_SIZE(values);
        PyObject *value, *old;
        if (at < 0) at += size;
        if ((size_t)at >= (size_t)size) { tg_outside(); return -1; }
        value = PyLong_FromLongLong(number);
        if (value == NULL) return -1;
        old = PyList_GET_ITEM(values, at);
        PyList_SET_ITEM(values, at, value);
        Py_DECREF(old);
        return 0;
    }
    /* Turn the part of a list from a place on round. */
    static void tg_turn(PyObject *list, Py_ssize_t low) {
        Py_ssize_t high = PyList_GET_SIZE(list) - 1;
        PyObject **items = ((PyListObject *)list)->ob_item, *held;
        for (; low < high; low++, high--) { held = items[low]; items[low] = items[high]; items[high] = held; }
    }
    /* An empty list that has room, so that it need not grow step by step. */
    static PyObject *tg_roomy(Py_ssize_t room) {
        PyObject *items = PyList_New(room);
        if (items != NULL) Py_SET_SIZE(items, 0);
        return items;
    }
    static PyObject *tg_entry(PyObject *table, PyObject *key) {
        PyObject *found;
        if (!PyDict_CheckExact(table)) {
            PyErr_SetString(PyExc_TypeError, "a dictionary was expected");
            return NULL;
        }
        found = PyDict_GetItemWithError(table, key);
        if (found == NULL) {
            if (PyErr_Occurred()) return NULL;
            found = Py_None;
        }
        Py_INCREF(found);
        return found;
    }
    static int tg_among(long long wanted, PyObject **items, Py_ssize_t size) {
        Py_ssize_t at;
        for (at = 0; at < size; at++) {
            long long number = tg_number(items[at]);
            if (number == $FAIL && PyErr_Occurred()) return -1;
            if (number == wanted) return 1;
        }
        return 0;
    }
    static int tg_has_tuple(long long wanted, PyObject *values) {
        if (values == Py_None) { tg_wide(values); return -1; }
        return tg_among(wanted, ((PyTupleObject *)values)->ob_item, PyTuple_GET_SIZE(values));
    }
    static int tg_has_list(long long wanted, PyObject *values) {
        if (values == Py_None) { tg_wide(values); return -1; }
        return tg_among(wanted, ((PyListObject *)values)->ob_item, PyList_GET_SIZE(values));
    }
    /* The first place where two rows differ, their length if there is none. Most often nearly all objects in them are
       the same ones, so that stretches of them are compared at once. */
    static Py_ssize_t tg_first(PyObject **one, PyObject **other, Py_ssize_t count) {
        Py_ssize_t at = 0, stop;
        for (; at < count; at = stop) {
            stop = at + 16;
            if (stop > count) stop = count;
            else if (!memcmp(one + at, other + at, 16 * sizeof(PyObject *))) continue;
            for (; at < stop; at++) {
                int equal = one[at] == other[at] ? 1 : PyObject_RichCompareBool(one[at], other[at], Py_EQ);
                if (equal <= 0) return equal < 0 ? -1 : at;
            }
        }
        return count;
    }
    /* Whether V[low:high] is, element for element, the part of another list that begins at `at`. */
    static int tg_same(PyObject *values, Py_ssize_t low, Py_ssize_t high, PyObject *old, Py_ssize_t at) {
        Py_ssize_t found;
        if (!PyList_Check(old) || high > PyList_GET_SIZE(values) || at + high - low > PyList_GET_SIZE(old))
            return 0;
        found = tg_first(((PyListObject *)values)->ob_item + low, ((PyListObject *)old)->ob_item + at, high - low);
        return found < 0 ? -1 : found == high - low;
    }
    /* The first place from `at` on where two lists differ, the length of the first if there is none. */
    static Py_ssize_t tg_differs(PyObject *one, PyObject *other, Py_ssize_t at) {
        Py_ssize_t count = PyList_GET_SIZE(one), found;
        if (PyList_GET_SIZE(other) < count) return at;
        found = tg_first(((PyListObject *)one)->ob_item + at, ((PyListObject *)other)->ob_item + at, count - at);
        return found < 0 ? -1 : at + found;
    }
    /* The answers that belong to the places of V[low:high] where a number stands. */
    static PyObject *tg_chosen(PyObject *values, Py_ssize_t low, Py_ssize_t high, long long wanted, PyObject *answers) {
        Py_ssize_t at, count = 0;
        PyObject *found, **items;
        if (values == Py_None || answers == Py_None) { tg_wide(Py_None); return NULL; }
        if (high > PyList_GET_SIZE(values) || high - low > PyTuple_GET_SIZE(answers)) { tg_outside(); return NULL; }
        items = ((PyListObject *)values)->ob_item;
        found = PyList_New(high - low);
        for (at = low; found != NULL && at < high; at++) {
            if (tg_number(items[at]) == wanted) {
                PyObject *answer = PyTuple_GET_ITEM(answers, at - low);
                Py_INCREF(answer);
                PyList_SET_ITEM(found, count++, answer);
            }
        }
        if (found != NULL) Py_SET_SIZE(found, count);
        if (found != NULL && PyErr_Occurred()) Py_CLEAR(found);
        return found;
    }
    """
    list chosen "tg_chosen"(list values, Py_ssize_t low, Py_ssize_t high, long long wanted, tuple answers)
    long long word "tg_word"(list values, Py_ssize_t at) except? $FAIL
    long long part "tg_part"(tuple values, Py_ssize_t at) except? $FAIL
    tuple heap "tg_heap"(list values, Py_ssize_t at)
    void turn_round "tg_turn"(list items, Py_ssize_t low)
    list roomy "tg_roomy"(Py_ssize_t room)
    object entry "tg_entry"(object table, object key)
    int add_to "PySet_Add"(object items, object item) except -1
    int put "tg_put"(list values, Py_ssize_t at, long long number) except -1
    bint has_tuple "tg_has_tuple"(long long wanted, tuple values) except -1
    bint has_list "tg_has_list"(long long wanted, list values) except -1
    bint tg_same(object values, Py_ssize_t low, Py_ssize_t high, object old, Py_ssize_t at) except -1
    Py_ssize_t tg_differs(list one, list other, Py_ssize_t at) except -1

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

# How much may still be done before the next answer; the machine sets it.
cdef class Fuel:
    cdef long long left

    def __getitem__(self, at):
        return self.left

    def __setitem__(self, at, long long value):
        self.left = value

cdef Fuel F = Fuel()

# Words of the state are compared with older ones one by one here: which were changed last does not help.
cdef object H = None

cdef extern from *:
    """
    /* The Mersenne Twister of Python's `random`, with the same numbers from the same seed: the first part of each
       seeding is the same, and numbers are made one by one. */
    typedef struct { unsigned int words[624]; int at; } tg_twister;

    static void tg_seed(tg_twister *own, unsigned long long seed) {
        static unsigned int first[624];
        unsigned int *words = own->words, last, key[2];
        int i, k, parts = seed >> 32 ? 2 : 1;
        if (first[0] == 0) {
            first[0] = 19650218u;
            for (i = 1; i < 624; i++) first[i] = 1812433253u * (first[i - 1] ^ (first[i - 1] >> 30)) + i;
        }
        key[0] = (unsigned int)seed;
        key[1] = (unsigned int)(seed >> 32) + 1u;
        last = first[0];
        for (i = 1, k = 0; i < 624; i++, k++)
            words[i] = last = (first[i] ^ ((last ^ (last >> 30)) * 1664525u)) + key[k % parts];
        words[1] = last = (words[1] ^ ((last ^ (last >> 30)) * 1664525u)) + key[623 % parts];
        for (i = 2; i < 624; i++)
            words[i] = last = (words[i] ^ ((last ^ (last >> 30)) * 1566083941u)) - i;
        words[1] = (words[1] ^ ((last ^ (last >> 30)) * 1566083941u)) - 1u;
        words[0] = 0x80000000u;
        own->at = 0;
    }
    static unsigned int tg_bits(tg_twister *own) {
        unsigned int *words = own->words, bits;
        int at = own->at, next = at + 1 < 624 ? at + 1 : 0;
        bits = (words[at] & 0x80000000u) | (words[next] & 0x7fffffffu);
        bits = words[at < 227 ? at + 397 : at - 227] ^ (bits >> 1) ^ (bits & 1u ? 0x9908b0dfu : 0u);
        words[at] = bits;
        own->at = next;
        bits ^= bits >> 11;
        bits ^= (bits << 7) & 0x9d2c5680u;
        bits ^= (bits << 15) & 0xefc60000u;
        return bits ^ (bits >> 18);
    }
    static double tg_random(tg_twister *own) {
        unsigned int high = tg_bits(own) >> 5, low = tg_bits(own) >> 6;
        return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
    }
    """
    ctypedef struct tg_twister:
        pass
    void tg_seed(tg_twister *own, unsigned long long seed)
    double tg_random(tg_twister *own)

# What random playouts hand on as G: what gives random numbers, and how many decisions there were. From a seed it
# gives what `random.Random` of that seed gives.
cdef class Playing:
    cdef tg_twister own
    cdef object random
    cdef long long decisions

    def __cinit__(self, rng):
        if isinstance(rng, int):
            tg_seed(&self.own, rng)
        else:
            self.random = rng.random

    def __getitem__(self, at):
        return self.decisions if at else self.draw

    def __setitem__(self, at, value):
        self.decisions = value

    def draw(self):
        return tg_random(&self.own) if self.random is None else self.random()

# One of so many answers; a decision with several.
cdef inline Py_ssize_t drawn(Playing G, long long n) except -1:
    cdef double found = tg_random(&G.own) if G.random is None else G.random()
    G.decisions += 1
    return <Py_ssize_t>(found * n)

cdef inline long long last(tuple items) except? $FAIL:
    return items[len(items) - 1] if len(items) else -1

cdef inline long long item(tuple items, Py_ssize_t place) except? $FAIL:
    if not 1 <= place <= len(items):
        return _python["item"](items, place)
    return part(items, place - 1)

cdef inline long long edge(long long cell, long long side):
    return -1 if cell < 0 else 4 * cell + side

cdef long long row(tuple rows, long long key, Py_ssize_t width, Py_ssize_t k) except? $FAIL:
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

cdef long long below(object S, Py_ssize_t n) except? $FAIL:
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

cdef long long draw_one(object S, list tops, Py_ssize_t z) except? $FAIL:
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

cdef long long pick_one(object S, items) except? $FAIL:
    if not items:
        return -1
    if S.source is not None:
        return _python["pick_one"](S, items)
    return items[below(S, len(items))]

cdef list differing(list words, list old, object hints, object pieces):
    cdef list found = []
    cdef Py_ssize_t at = tg_differs(words, old, 0)
    while at < len(words):
        found.append(at)
        at = tg_differs(words, old, at + 1)
    return found

cdef tuple touched(tuple rows, list places):
    cdef set found = set()
    if len(places) == 1:
        return <tuple?>rows[places[0]]
    for at in places:
        found.update(rows[at])
    return tuple(found)

cdef list present(list places):
    cdef list found = []
    cdef object one
    for one in places:
        if one is not None:
            found.append(one)
    return found

cdef object fill_rows(list rows, list keys, list found, object make, tuple args):
    cdef Py_ssize_t known = len(rows)
    if len(keys) > 1024:
        return _python["fill_rows"](rows, keys, found, make, args)
    while known < len(keys):
        rows.append(make(keys[known], *args))
        known += 1

# ---------------------------------------------------------------------------------------- what follows an answer

# The loop of tangrules.emit.machine. The functions `takes`, `ask_on`, `take_on` and `run_on`, written behind the
# rules, find the function for a frame.

from tangrules.runtime import driver as _driver

cdef bint settle(object S, list stack, long long result, Py_ssize_t base) except -1:
    if result == $STOPPED:
        _driver.settle_halt(S)
        return False
    turn_round(stack, base)
    if len(stack) > $DEPTH:
        raise _driver.too_deep()
    return result == $ASKS

# Run the frames on the stack, the top one first, until a decision is open or the game is over.
cdef object go_on(object S, list V, list Z, list P, list stack):
    cdef long long result
    cdef Py_ssize_t base
    while len(stack):
        if word(V, $HALT) == 1:
            _driver.settle_halt(S)
        base = len(stack) - 1
        result = run_on(S, V, Z, P, <tuple?>stack.pop())
        if result and settle(S, stack, result, base):
            return

# The legal answers of an open choice; None where something else is open.
def answers(object S):
    cdef list stack = S.stack
    cdef tuple frame
    if len(stack):
        frame = <tuple?>stack[len(stack) - 1]
        if takes(part(frame, 0), part(frame, 1)):
            return tuple(ask_on(S, frame))

# Give a legal answer to an open choice and go on; false, and nothing done, where something else is open.
def advance(object S, object answer):
    cdef list stack = S.stack, V = S.V, Z = S.Z, P = S.P
    cdef tuple frame
    cdef long long result
    cdef Py_ssize_t base = len(stack) - 1
    if base < 0:
        return False
    frame = <tuple?>stack[base]
    if not takes(part(frame, 0), part(frame, 1)):
        return False
    stack.pop()
    F.left = $FUEL
    result = take_on(S, V, Z, P, frame, answer)
    if not (result and settle(S, stack, result, base)):
        go_on(S, V, Z, P, stack)
    return True
