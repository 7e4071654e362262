import { beforeEach, describe, expect, it } from "@effect/vitest"
import { sealedSecretQueries, type SecretKey, Secrets } from "@telemark/core"
import { Effect, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { nextStep } from "../src/cli/secrets.js"
import type { Finding } from "../src/doctor/Finding.js"
import { call } from "./support/call.js"
import { said } from "./support/said.js"
import { changeKeys, onFile, openPasswords, savePasswords } from "./support/sealed.js"
import { temporaryDirectory } from "./support/telemark.js"

const tenants = ["acme", "fjord", "zeta"]
let filename = ""

const environment = (secret?: string) => ({
  TELEMARK_DATABASE_URL: `sqlite:${filename}`,
  TELEMARK_PORT: "0",
  ...(secret === undefined ? {} : { TELEMARK_SECRET: secret })
})

const keyFile = (): string => `${filename}.secret`
const lines = (): ReadonlyArray<string> => readFileSync(keyFile(), "utf8").trim().split("\n")
const newKey = (): SecretKey => Redacted.make(Uint8Array.from(randomBytes(32)))
const textKey = (): string => randomBytes(32).toString("base64")

const rotate = async (secret?: string) => {
  const { code, stderr, stdout } = await call(["secrets", "rotate", "--json"], environment(secret))
  return { code, stderr, document: JSON.parse(stdout) as Record<string, unknown> }
}

/**
 * Seals some of what is stored with the newest key of the file, as a rotation that was killed has.
 */
const resealSome = (count: number) =>
  onFile(
    filename,
    Effect.gen(function* () {
      const secrets = yield* Secrets
      const store = yield* sealedSecretQueries
      yield* Effect.forEach((yield* store.all).slice(0, count), ({ reference, sealed }) =>
        Effect.flatMap(
          Effect.flatMap(secrets.open(sealed, reference), (secret) =>
            secrets.seal(secret, reference)
          ),
          (again) => store.replace(reference, sealed, again)
        )
      )
    }).pipe(Effect.provide(Secrets.layer()))
  )

beforeEach(async () => {
  filename = join(temporaryDirectory(), "mail.db")
  for (const name of tenants) await call(["tenants", "create", name], environment())
})

describe("telemark secrets rotate with the key file", () => {
  it("makes a new key and encrypts everything with it, again and again, keeping no key but the one before", async () => {
    await savePasswords(filename)
    const [first] = lines()
    for (const known of [2, 2, 2]) {
      const { code, document, stderr } = await rotate()
      expect({ code, document }).toEqual({
        code: 0,
        document: { total: 3, resealed: 3, unreadable: [], complete: true, next: "none" }
      })
      expect(stderr).toContain("Back up the file again.")
      expect(await openPasswords(filename)).toEqual({ right: 3, current: 3 })
      expect(lines()).toHaveLength(known)
    }
    expect(lines()).not.toContain(first)
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
    const { stdout } = await call(["secrets", "rotate"], environment())
    expect(stdout).toBe("Stored secrets: 3; encrypted again: 3\n")
  })

  it.each([
    ["the new key was written", 0],
    ["some were encrypted with it", 1],
    ["all were encrypted with it", 3]
  ])("loses nothing when it was killed after %s", async (_, resealed) => {
    await savePasswords(filename)
    const [first] = lines()
    await changeKeys(filename, (keys) => [newKey(), ...keys])
    await resealSome(resealed)
    expect(await openPasswords(filename)).toEqual({ right: 3, current: resealed })
    expect(await rotate()).toMatchObject({ code: 0, document: { resealed: 3, next: "none" } })
    expect(await openPasswords(filename)).toEqual({ right: 3, current: 3 })
    await rotate()
    expect(lines()).not.toContain(first)
  })

  it("makes a key where none was needed yet, and has nothing to encrypt", async () => {
    expect(await rotate()).toMatchObject({
      code: 0,
      document: { total: 0, resealed: 0, next: "none" }
    })
  })

  it("gives up no key while something can't be opened, and names the location", async () => {
    await savePasswords(filename)
    const before = lines()
    await savePasswords(filename, textKey())
    const { code, document, stderr } = await rotate()
    expect(code).toBe(1)
    expect(document).toMatchObject({
      next: "restore_keys",
      unreadable: [{ reason: "unknown_key" }, {}, {}]
    })
    expect(stderr).toMatch(/ {2}smtp_configs tn_\w+: its key is missing\n/)
    expect(lines()).toEqual(expect.arrayContaining([...before]))
  })

  it("says what is wrong when the key file is gone, and makes no other", async () => {
    await savePasswords(filename)
    rmSync(keyFile())
    const { code, document } = await rotate()
    expect({ code, document }).toMatchObject({
      code: 1,
      document: {
        message: expect.stringContaining(
          `${keyFile()} can't be used: it is missing, but stored secrets were encrypted with its keys`
        ) as unknown
      }
    })
    expect(() => statSync(keyFile())).toThrow("ENOENT")
  })
})

describe("a key file that can't be used", () => {
  it.each(["serve", "worker", "domains"])(
    "keeps %s from starting, which names it and not what is in it",
    async (command) => {
      await savePasswords(filename)
      writeFileSync(keyFile(), "s3cret\n", { mode: 0o600 })
      const { code, stderr, stdout } = await call(
        command === "domains" ? ["domains", "list"] : [command],
        environment()
      )
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
      expect(stderr).toMatch(
        /^telemark: The key file \S+\.secret can't be used: it must have keys .*`telemark doctor` shows more\.\n$/
      )
      expect(stderr).not.toContain("s3cret")
    }
  )

  it("keeps nothing else from its work", async () => {
    await savePasswords(filename)
    writeFileSync(keyFile(), "s3cret\n", { mode: 0o600 })
    expect((await call(["tenants", "list"], environment())).code).toBe(0)
  })
})

describe("telemark secrets rotate with TELEMARK_SECRET", () => {
  it("reports each step from one key to the next", async () => {
    const [old, next] = [textKey(), textKey()]
    await savePasswords(filename, old)
    expect((await rotate(old)).document).toMatchObject({ resealed: 0, next: "put_new_key_first" })
    expect((await rotate(`${old},${next}`)).document).toMatchObject({
      resealed: 0,
      next: "remove_other_keys"
    })
    const first = await rotate(`${next},${old}`)
    expect({ code: first.code, document: first.document }).toEqual({
      code: 0,
      document: {
        total: 3,
        resealed: 3,
        unreadable: [],
        complete: true,
        next: "restart_and_repeat"
      }
    })
    expect(first.stderr).toContain(
      "Once every process has been restarted with this TELEMARK_SECRET, run this again."
    )
    const second = await rotate(`${next},${old}`)
    expect(second.document).toMatchObject({ resealed: 0, next: "remove_other_keys" })
    expect(second.stderr).toContain("you can remove the others")
    expect(await openPasswords(filename, next)).toEqual({ right: 3, current: 3 })
    expect(JSON.stringify([first, second])).not.toContain(next)
  })

  it("takes over from the key file with its keys behind a new one", async () => {
    await savePasswords(filename)
    const next = textKey()
    expect((await rotate([next, ...lines()].join(","))).document).toMatchObject({ resealed: 3 })
    rmSync(keyFile())
    expect(await openPasswords(filename, next)).toEqual({ right: 3, current: 3 })
  })

  it("fails where the key that is needed isn't among those given", async () => {
    await savePasswords(filename, textKey())
    const { code, document, stderr } = await rotate(textKey())
    expect({ code, document }).toMatchObject({ code: 1, document: { next: "restore_keys" } })
    expect(stderr).toContain("All keys were kept.")
  })
})

describe("what comes after a rotation", () => {
  const rotated = { total: 2, resealed: 0, unreadable: [], complete: true }

  it("is to repeat it where something was saved with an older key meanwhile", () => {
    expect(nextStep({ ...rotated, complete: false }, 0)).toBe("repeat")
    expect(nextStep({ ...rotated, complete: false }, 2)).toBe("repeat")
  })
})

describe("the doctor about secrets", () => {
  const finding = async (secret?: string) => {
    const { stdout } = await call(["doctor", "--json"], environment(secret))
    const { checks } = JSON.parse(stdout) as {
      readonly checks: ReadonlyArray<Finding>
    }
    return checks.filter(({ check }) => check === "secret").map(said)
  }

  it("makes no key file, and says when one is made", async () => {
    expect(await finding()).toEqual([
      `ok: There is no key file ${keyFile()} yet; the first start makes it.`
    ])
    expect(() => statSync(keyFile())).toThrow("ENOENT")
  })

  it("opens all that is stored", async () => {
    await savePasswords(filename)
    expect(await finding()).toEqual([
      `ok: The key file ${keyFile()} decrypts all stored secrets (3).`
    ])
    await changeKeys(filename, (keys) => [newKey(), ...keys])
    expect(await finding()).toEqual([
      expect.stringMatching(
        /^warn: .* decrypts all stored secrets \(3\), 3 of them with an older key\. `telemark secrets rotate`/
      ) as unknown
    ])
  })

  it("finds a key file that others can read, and leaves it to the operator", async () => {
    await savePasswords(filename)
    const text = readFileSync(keyFile())
    rmSync(keyFile())
    writeFileSync(keyFile(), text, { mode: 0o604 })
    expect(await finding()).toEqual([
      expect.stringMatching(
        /^fail: The key file .* every user of this machine.*chmod 600.*`telemark secrets rotate`/
      ) as unknown
    ])
  })

  it("finds that the key file is gone", async () => {
    await savePasswords(filename)
    rmSync(keyFile())
    expect(await finding()).toEqual([
      expect.stringMatching(
        /^fail: The key file .* can't be used: it is missing, but stored secrets/
      ) as unknown
    ])
  })

  it("finds keys that are missing from TELEMARK_SECRET, and where they may be", async () => {
    await savePasswords(filename)
    const secret = textKey()
    expect(await finding(secret)).toEqual([
      `fail: TELEMARK_SECRET decrypts 0 of 3 stored secrets. Add the missing key after the present ones, ` +
        `separated by a comma. It may be one of the keys in ${keyFile()}.`
    ])
    expect(await finding([secret, ...lines()].join(","))).toEqual([
      expect.stringMatching(/^warn: TELEMARK_SECRET decrypts all stored secrets \(3\), /) as unknown
    ])
  })

  it("finds what is damaged", async () => {
    await savePasswords(filename)
    await onFile(
      filename,
      Effect.gen(function* () {
        const store = yield* sealedSecretQueries
        const [first] = yield* store.all
        if (first !== undefined)
          yield* store.replace(
            first.reference,
            first.sealed,
            `${first.sealed.slice(0, -8)}AAAAAAA=`
          )
      })
    )
    expect(await finding()).toEqual([
      expect.stringMatching(/^fail: Damaged: 1 of 3 stored secrets/) as unknown
    ])
  })
})
