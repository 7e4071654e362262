import "effect"
import "node:fs" // finds: architecture/arrows
