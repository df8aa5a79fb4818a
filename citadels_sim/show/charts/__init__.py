"""Forms of charts and how they look; what a chart shows is data."""
