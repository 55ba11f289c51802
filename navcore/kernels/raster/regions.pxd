# Declarations for other kernels.

cdef int label(
    const unsigned long long[:, ::1] words,
    Py_ssize_t tile_row,
    Py_ssize_t tile_column,
    unsigned short* labels,
    int* first,
) noexcept nogil
