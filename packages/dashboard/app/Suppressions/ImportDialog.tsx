import type { ImportedSuppressions } from "@telemark/client"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import { Button, Dialog, Field, FormDialog, Notice, Table, useForm } from "../Parts/index.js"
import { useFormats, useTexts } from "../Texts/index.js"
import styles from "./suppressions.module.css"
import { useSuppressionTexts } from "./useSuppressionTexts.js"

/** The most that the server takes, in octets. */
const maxOctets = 10 * 1024 * 1024

/** What an import came to, with the rows that were left out. */
const ImportResult = ({
  onClose,
  result
}: {
  readonly result: ImportedSuppressions
  readonly onClose: () => void
}) => {
  const texts = useSuppressionTexts()
  const shared = useTexts()
  const formats = useFormats()
  const { added, already_suppressed, invalid, invalid_count } = result
  const numbers = [
    [texts.added, added],
    [texts.alreadySuppressed, already_suppressed],
    [texts.invalidRows, invalid_count]
  ] as const
  return (
    <Dialog
      title={texts.importedTitle}
      onClose={onClose}
      foot={
        <Button look="primary" onClick={onClose}>
          {shared.close}
        </Button>
      }
    >
      <div role="status">
        <dl class={styles["numbers"]}>
          {numbers.map(([name, count]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{formats.number(count)}</dd>
            </div>
          ))}
        </dl>
      </div>
      {invalid.length === 0 ? null : (
        <>
          {invalid_count > invalid.length ? (
            <p class="muted">{texts.invalidMore(formats.number(invalid_count))}</p>
          ) : null}
          <Table
            label={texts.invalidList}
            rows={invalid}
            keyOf={({ line }) => line}
            columns={[
              { name: texts.line, numeric: true, cell: ({ line }) => formats.number(line) },
              { name: texts.problem, cell: ({ reason }) => reason }
            ]}
          />
        </>
      )}
    </Dialog>
  )
}

/** Suppresses the addresses of a file. */
export const ImportDialog = ({
  onClose,
  onImported
}: {
  readonly onImported: () => void
  readonly onClose: () => void
}) => {
  const texts = useSuppressionTexts()
  const [file, setFile] = useState<File>()
  const [missing, setMissing] = useState<string>()
  const [result, setResult] = useState<ImportedSuppressions>()
  const form = useForm({
    fields: [],
    send: async () =>
      client.suppressions.import(new Uint8Array(await (file ?? new Blob()).arrayBuffer())),
    onDone: (imported) => {
      setResult(imported)
      onImported()
    }
  })
  const submit = (event?: Event): void => {
    event?.preventDefault()
    const problem =
      file === undefined ? texts.noFile : file.size > maxOctets ? texts.fileTooLarge : undefined
    setMissing(problem)
    if (problem === undefined) form.submit()
  }
  if (result !== undefined) return <ImportResult result={result} onClose={onClose} />
  return (
    <FormDialog
      form={{ ...form, submit }}
      title={texts.importTitle}
      action={form.isBusy ? texts.importing : texts.importAction}
      onClose={onClose}
    >
      <p>{texts.importText}</p>
      <Field label={texts.file} problem={missing}>
        {(ids) => (
          <input
            class="input"
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={(event) => {
              setFile(event.currentTarget.files?.[0])
            }}
            {...ids}
          />
        )}
      </Field>
      {form.isBusy ? (
        <Notice>
          <progress class={styles["progress"]} aria-label={texts.importing} />
          <span>{texts.importProgress}</span>
        </Notice>
      ) : null}
    </FormDialog>
  )
}
