export interface DueMessage {
  readonly id: string
  readonly tenant_id: string
  readonly due_at: number
}
