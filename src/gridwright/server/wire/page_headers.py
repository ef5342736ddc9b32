"""Response headers of pages: content security policy and caching."""

from typing import Final

POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types svelte-trusted-html gridwright-worker",
    ]
)
"""No inline script or style; HTML from a text only as the client's framework builds it, and a
worker only from the address that the client names."""

SAFETY: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
EMBEDDED: Final = {
    **SAFETY,
    "content-security-policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
}
"""For the one page that other pages may show in a frame: a replay, which takes no orders."""
ANSWER_SAFETY: Final = {
    **SAFETY,
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}
"""For responses that are no pages: a browser that shows one runs and loads nothing."""
IMMUTABLE: Final = {"cache-control": "public, max-age=31536000, immutable"}
"""For files with a digest of their content in the name."""
ASK_AGAIN: Final = {"cache-control": "no-cache"}
"""For files that a new build replaces under the same name."""
