import "effect" // finds: architecture/arrows
import "../generated/types.js"
