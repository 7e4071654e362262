import { useEffect, useRef, useState } from "preact/hooks"
import { problemsOf } from "../Client/index.js"

interface FormOptions<Result> {
  /**
   * Members of the request that have a field here. What the server finds wrong with others is shown
   * below the form.
   */
  readonly fields: ReadonlyArray<string>
  readonly send: () => Promise<Result>
  readonly onDone: (result: Result) => void
}

export interface FieldProblem {
  /** The path within the field's value; empty if it is about the whole. */
  readonly member: string
  readonly reason: string
}

export interface FormState {
  readonly isBusy: boolean
  /** What is wrong with a member, in the server's words. */
  readonly problem: (field: string) => string | undefined
  /** Each of them, for a field with members. */
  readonly problems: (field: string) => ReadonlyArray<FieldProblem>
  /** What went wrong besides. */
  readonly error: unknown
  readonly submit: (event?: Event) => void
  readonly ref: { current: HTMLFormElement | null }
}

const isAbout = (path: string, field: string): boolean =>
  path === field || path.startsWith(`${field}.`)

/**
 * Sends a form, and holds what the server refused until it is sent again. Nothing changes on the
 * page before the server has agreed.
 */
export const useForm = <Result>({ fields, onDone, send }: FormOptions<Result>): FormState => {
  const ref = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ readonly error: unknown }>()
  const problems = failure === undefined ? {} : problemsOf(failure.error)
  const isShown =
    failure !== undefined &&
    Object.keys(problems).length > 0 &&
    Object.keys(problems).every((path) => fields.some((field) => isAbout(path, field)))

  // The first field that is wrong takes the focus, so that screen readers read what is wrong with
  // it. Other problems are read anyway, but may be out of sight.
  useEffect(() => {
    if (failure === undefined) return
    const field = ref.current?.querySelector<HTMLElement>("[aria-invalid=true]")
    if (field instanceof HTMLElement) field.focus()
    else ref.current?.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" })
  }, [failure])

  const submit = (event?: Event): void => {
    event?.preventDefault()
    if (isBusy) return
    setBusy(true)
    send().then(
      (result) => {
        setFailure(undefined)
        setBusy(false)
        onDone(result)
      },
      (error: unknown) => {
        setFailure({ error })
        setBusy(false)
      }
    )
  }
  const problemsIn = (field: string): ReadonlyArray<FieldProblem> =>
    Object.entries(problems)
      .filter(([path]) => isAbout(path, field))
      .map(([path, reason]) => ({ member: path.slice(field.length + 1), reason }))
  const problem = (field: string): string | undefined => {
    const found = problemsIn(field).map(({ reason }) => reason)
    return found.length === 0 ? undefined : [...new Set(found)].join(". ")
  }
  return {
    isBusy,
    problem,
    problems: problemsIn,
    error: failure === undefined || isShown ? undefined : failure.error,
    submit,
    ref
  }
}
