"""Hostile files for every reader: valid ones are made, damaged, read, and what was read is used.

seeds       valid files of every format, as the program writes them
mutations   ways of damaging bytes, texts and JSON
archives    ways of damaging recordings that keep the zip and its checksums whole
readers     what reads each format, and what is done with the result
judge       one case: read or refused with one sentence, else a finding
worker      many cases in a process of its own, with limits on memory and time

    python -m fuzz_readers.worker --kinds level recording --count 10000

reads so many mutated files of each of these kinds, from the folder `tests`.
"""
