"""Journeys inside the test's own process don't depend on how fast files are read or written."""

import math

from editor.exports import Exports
from editor.files.tasks import FileTasks
from editor.files.watch import FileWatch

FileTasks.patience = FileWatch.patience = Exports.patience = math.inf
