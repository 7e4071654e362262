import type { Telemark } from "telemark"

/**
 * What a class injects to send mail: `constructor(private readonly telemark: TelemarkService)`. It
 * is a Telemark, with all of its methods. The class is its name, for Nest and for the types.
 */
export abstract class TelemarkService extends (Object as unknown as abstract new () => Telemark) {}
