import { inTransaction } from "./database.js"

/** An order that can't be placed, and why: `no_such_product`, `sold_out` or `voucher_used`. */
export class OrderRefused extends Error {
  constructor(reason) {
    super(reason)
    this.reason = reason
  }
}

const euros = (cents) => `${(cents / 100).toFixed(2)} EUR`

const receipt = ({ cents, email, id, name, quantity }) => ({
  to: email,
  subject: `Your order ${id}`,
  text: `Thank you!\n\n${quantity} × ${name}: ${euros(quantity * cents)}\n`,
  tags: { order: String(id) }
})

/** What the database refuses, by the name of the constraint. */
const refusals = { in_stock: "sold_out", voucher_once: "voucher_used" }

const refused = (error) => {
  const reason = refusals[error.constraint]
  throw reason === undefined ? error : new OrderRefused(reason)
}

/** Places an order and owes its receipt: both, or neither. Answers the order's id. */
export const placeOrder = (pool, telemark, { email, quantity, sku, voucher }) =>
  inTransaction(pool, async (client) => {
    const {
      rows: [product]
    } = await client.query(
      "UPDATE products SET stock = stock - $2 WHERE sku = $1 RETURNING name, cents",
      [sku, quantity]
    )
    if (product === undefined) throw new OrderRefused("no_such_product")
    const {
      rows: [{ id }]
    } = await client.query(
      "INSERT INTO orders (email, sku, quantity, voucher) VALUES ($1, $2, $3, $4) RETURNING id",
      [email, sku, quantity, voucher]
    )
    // Last, since the tenant's other sends wait from here to the commit.
    await telemark.emails.send(receipt({ ...product, email, id, quantity }), {
      transaction: client
    })
    return id
  }).catch(refused)
