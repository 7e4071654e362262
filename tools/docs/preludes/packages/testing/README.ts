export declare const sendMailsTo: (url: string) => Promise<void>
export declare const createEndpoint: (url: string) => Promise<void>
