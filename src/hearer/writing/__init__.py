"""Files and databases, written safely. The only package that writes files."""
