export declare const request: Request
export declare const secret: string
export declare const markUnreachable: (address: string) => Promise<void>
