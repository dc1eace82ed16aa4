FROM_DEALS = {"kuhn-2": [2, 4, 5]}  # ways to go on from the deal, counted by hand
