"""Appearance of colours to different eyes, and differences between them."""

import math
from typing import Final

import numpy as np

SIGHTS: Final = {
    "all colours": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
         [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
         [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
         [0.004733, 0.691367, 0.303900]]
    ),
}  # fmt: skip
"""Machado, Oliveira and Fernandes 2009, severity 1.0; for linear sRGB."""

_XYZ: Final = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
     [0.0193339, 0.1191920, 0.9503041]]
)  # fmt: skip
_WHITE: Final = np.array([0.95047, 1.0, 1.08883])


def luminance(colour: str) -> float:
    """WCAG 2: relative luminance of `#RRGGBB`."""
    return float(np.array([0.2126, 0.7152, 0.0722]) @ _linear(colour))


def contrast(one: str, other: str) -> float:
    """WCAG 2: contrast ratio."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def difference(one: str, other: str) -> float:
    """Return the CIEDE2000 difference of two colours for the eye that sees the least of it."""
    return min(ciede2000(lab(one, sight), lab(other, sight)) for sight in SIGHTS)


def lab(colour: str, sight: str = "all colours") -> np.ndarray:
    """CIELAB of `#RRGGBB` as an eye sees it."""
    xyz = _XYZ @ np.clip(SIGHTS[sight] @ _linear(colour), 0.0, 1.0) / _WHITE
    x, y, z = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def ciede2000(one: np.ndarray, other: np.ndarray) -> float:
    """Sharma, Wu and Dalal 2005."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25.0**7))
    c1, c2 = math.hypot(stretch * a1, b1), math.hypot(stretch * a2, b2)
    h1 = math.degrees(math.atan2(b1, stretch * a1)) % 360
    h2 = math.degrees(math.atan2(b2, stretch * a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    light, chroma, hue = (l1 + l2) / 2, (c1 + c2) / 2, h1 + turn / 2 if c1 * c2 else h1 + h2
    across = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    weight = 1.0
    for share, times, phase in ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63)):
        weight += share * math.cos(math.radians(times * hue + phase))
    dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    dc, dh = (c2 - c1) / (1 + 0.045 * chroma), across / (1 + 0.015 * chroma * weight)
    blue = math.radians(60 * math.exp(-((((hue % 360) - 275) / 25) ** 2)))
    rotation = -2 * math.sqrt(chroma**7 / (chroma**7 + 25.0**7)) * math.sin(blue)
    return math.sqrt(dl**2 + dc**2 + dh**2 + rotation * dc * dh)


def _linear(colour: str) -> np.ndarray:
    values = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
