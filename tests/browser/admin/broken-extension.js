throw new Error('This one is broken.')
