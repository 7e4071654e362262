export const novel = 1 // finds: architecture/arrows
