// Exceptions are made by name, and go once nothing needs them.
// oxlint-disable-next-line typescript/no-explicit-any
export type Anything = any
// oxlint-disable-next-line typescript/no-explicit-any -- finds: unused directive
export type Text = string
