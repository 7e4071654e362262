export declare const userOf: (request: {
  readonly headers: Readonly<Record<string, unknown>>
}) => Promise<{ readonly isStaff: boolean; readonly name: string } | undefined>
