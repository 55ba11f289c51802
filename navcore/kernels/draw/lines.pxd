# Declarations for other kernels; `cpdef` functions are visible in Python.

cpdef void fill_box(
    long long x0,
    long long y0,
    long long x1,
    long long y1,
    unsigned int colour,
    unsigned int[:, ::1] picture,
    Py_ssize_t width,
    Py_ssize_t height,
) noexcept nogil
