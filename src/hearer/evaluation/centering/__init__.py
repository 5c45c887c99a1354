"""Centering of texts: Cf, Cb, Cp and transitions, and what the S-list says of them."""
