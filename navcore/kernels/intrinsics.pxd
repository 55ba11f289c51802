# What C knows of a word's bits and Python does not: the only C in the house. Kernels that use
# it define the same in Python for when they are interpreted.

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    #if defined(_M_X64) || defined(_M_IX86)
    #define navcore_prefetch(address) _mm_prefetch((const char *)(address), _MM_HINT_T0)
    #else
    #define navcore_prefetch(address) __prefetch(address)
    #endif
    static __inline int navcore_trailing_zeros(unsigned long long word) {
        unsigned long index;
        _BitScanForward64(&index, word);
        return (int)index;
    }
    static __inline int navcore_leading_zeros(unsigned long long word) {
        unsigned long index;
        _BitScanReverse64(&index, word);
        return 63 - (int)index;
    }
    #else
    #define navcore_prefetch(address) __builtin_prefetch(address)
    #define navcore_trailing_zeros(word) __builtin_ctzll(word)
    #define navcore_leading_zeros(word) __builtin_clzll(word)
    #endif
    """
    int trailing_zeros "navcore_trailing_zeros"(unsigned long long word) noexcept nogil
    void prefetch "navcore_prefetch"(const void *address) noexcept nogil
    int leading_zeros "navcore_leading_zeros"(unsigned long long word) noexcept nogil
