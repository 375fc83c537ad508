#!/usr/bin/env node
"use strict";
// oxlint-disable-next-line import/no-unassigned-import -- loading it runs it.
require("../dist/main.cjs");
