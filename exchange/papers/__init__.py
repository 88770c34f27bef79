"""PDF sheets for installers, one file each, listed in `write.SHEETS`.

Drawn by ReportLab: BSD licence, one pure wheel for every Python, the same bytes each time, its own QR
codes. fpdf2 is as quick and as small but LGPL and has no QR codes; WeasyPrint needs the system's Pango.
"""
