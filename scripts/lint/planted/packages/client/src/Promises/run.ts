import "effect" // finds: architecture/arrows
