"""From the checked model to the intermediate representation. `pipeline.build` runs the whole front."""
