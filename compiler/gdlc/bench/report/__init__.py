"""What results say: tables, fitted growth, plots, and the pages that hold them."""
