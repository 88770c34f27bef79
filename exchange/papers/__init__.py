"""PDF sheets for installers, one file each, listed in `write.SHEETS`.

Drawn with ReportLab: BSD licence, a pure-Python wheel for every version, reproducible output and built-in
QR codes. fpdf2 is as fast and small, but LGPL and without QR codes; WeasyPrint needs the system's Pango.
"""
