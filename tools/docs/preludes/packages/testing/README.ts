import type { storageConformance } from "@telemark/undefined"

export declare const layerOfAFreshStorage: Parameters<typeof storageConformance>[1]
export declare const sendMailsTo: (url: string) => Promise<void>
export declare const createEndpoint: (url: string) => Promise<void>
