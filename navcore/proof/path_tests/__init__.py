"""How the tests of a level come out, and which of them an edit can touch."""
