/** Smaller pieces are copied together. */
const smallPiece = 4096
const blockSize = 65_536

/**
 * The octets of a mail that is coming in. A mail whose every line begins with a dot comes in
 * millions of pieces, each of which would take more memory than its octets.
 */
export class GatheredOctets {
  private readonly pieces: Array<Buffer> = []
  private block = Buffer.alloc(0)
  private used = 0

  add(piece: Buffer): void {
    if (piece.length < smallPiece && piece.length <= this.block.length - this.used) {
      this.used += piece.copy(this.block, this.used)
      return
    }
    this.endBlock()
    if (piece.length >= smallPiece) this.pieces.push(piece)
    else {
      this.block = Buffer.allocUnsafe(blockSize)
      this.used = piece.copy(this.block)
    }
  }

  /** The pieces that are in memory. */
  get count(): number {
    return this.pieces.length + (this.used > 0 ? 1 : 0)
  }

  /** All of them; afterwards there are none. */
  take(): Buffer {
    this.endBlock()
    const whole = Buffer.concat(this.pieces)
    this.clear()
    return whole
  }

  clear(): void {
    this.pieces.length = 0
    this.block = Buffer.alloc(0)
    this.used = 0
  }

  private endBlock(): void {
    if (this.used > 0) this.pieces.push(this.block.subarray(0, this.used))
    this.block = this.block.subarray(this.used)
    this.used = 0
  }
}
