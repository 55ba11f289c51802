# Declarations for searches; `cpdef` functions are visible in Python.

cpdef Py_ssize_t trace_jumps(
    const int[::1] nodes, int row_length, int[:, ::1] turns, int goal, bint goal_first
) noexcept nogil
cpdef Py_ssize_t trace_steps(
    const int[::1] nodes, int row_length, int[:, ::1] turns, int goal
) noexcept nogil
cdef void _swap(int[:, ::1] turns, Py_ssize_t i, Py_ssize_t j) noexcept nogil
cdef Py_ssize_t _follow_jumps(
    const int[::1] nodes, int row_length, int[:, ::1] turns, int node, Py_ssize_t end
) noexcept nogil
cdef Py_ssize_t _follow_steps(
    const int[::1] nodes, int row_length, int[:, ::1] turns, int node, Py_ssize_t end
) noexcept nogil
