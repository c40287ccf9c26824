"""Programs that the speed of tangrules is measured against, and the driver that runs them."""
