import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"
import { useTexts } from "../Texts/index.js"
import { Button } from "./Button.js"
import { Dialog } from "./Dialog.js"
import { Problem } from "./Notice.js"
import type { FormState } from "./useForm.js"

interface FormProps {
  readonly form: FormState
  readonly children: ComponentChildren
  readonly id?: string
}

/** Fields, and below them what the server refused for another reason than one of them. */
export const Form = ({ children, form, id }: FormProps) => (
  <form
    class="stack"
    noValidate
    ref={form.ref}
    onSubmit={form.submit}
    {...(id === undefined ? {} : { id })}
  >
    {children}
    {form.error === undefined ? null : <Problem isAction error={form.error} />}
  </form>
)

/** A form in a dialog; stays open until the server has agreed. */
export const FormDialog = ({
  action,
  children,
  form,
  isDone = false,
  onClose,
  title,
  wide = false
}: FormProps & {
  readonly title: string
  /** What the button says, such as `Create`. */
  readonly action: string
  readonly onClose: () => void
  /** Whether it did what it is for: then there is nothing left to cancel. */
  readonly isDone?: boolean
  readonly wide?: boolean
}) => {
  const id = useId()
  const texts = useTexts()
  const foot = (
    <>
      <Button onClick={onClose}>{isDone ? texts.close : texts.cancel}</Button>
      <Button type="submit" form={id} look="primary" disabled={form.isBusy}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onClose={onClose} foot={foot} wide={wide}>
      <Form form={form} id={id}>
        {children}
      </Form>
    </Dialog>
  )
}
