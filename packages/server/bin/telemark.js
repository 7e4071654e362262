#!/usr/bin/env node
import module from "node:module"

// Compiled code is kept where this Node can, before the program is loaded.
module.enableCompileCache?.()
await import("../dist/main.js")
