/** A component: the compiler asks for no more than a function. */
export declare const Welcome: (properties: { readonly name: string }) => null
