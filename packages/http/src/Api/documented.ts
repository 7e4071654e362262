interface Operation {
  readonly responses?: Readonly<Record<string, object>>
  readonly requestBody?: { readonly content: { readonly "application/json": object }; readonly required?: boolean }
}

const none = {}

/** Documents an operation: what each success means, and examples of its body by name. */
export const documented = (
  answers: Readonly<Record<number, string>>,
  examples: Readonly<Record<string, object>> = none
) =>
(operation: Operation): Operation => {
  const responses = Object.entries(operation.responses ?? {}).map(([status, response]): readonly [string, object] => {
    const description = answers[Number(status)]
    return [status, description === undefined ? response : { ...response, description }]
  })
  const body = operation.requestBody
  const named = Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]))
  return {
    ...operation,
    responses: Object.fromEntries(responses),
    ...(body === undefined ? {} : {
      requestBody: {
        ...body,
        content: { "application/json": { ...body.content["application/json"], ...(examples === none ? {} : { examples: named }) } }
      }
    })
  }
}

/** Documents an operation whose body may be left out. */
export const withOptionalBody = (document: (operation: Operation) => Operation) => (operation: Operation): Operation => {
  const { requestBody, ...rest } = document(operation)
  return { ...rest, ...(requestBody === undefined ? {} : { requestBody: { ...requestBody, required: false } }) }
}
