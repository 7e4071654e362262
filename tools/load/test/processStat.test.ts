import { describe, expect, it } from "vitest"
import {
  megabytesOf,
  millisOf,
  parseMemory,
  parseStat,
  type ProcessStat,
  treeMillis,
  treesOf
} from "../src/processStat.js"

const lineOf = (pid: number, name: string, parent: number, times: string): string =>
  `${pid} (${name}) S ${parent} 4242 4242 0 -1 4194304 1234 56 7 8 ${times} 20 0 11 0 123456 1000000 5000 18446744073709551615`

describe("/proc/PID/stat", () => {
  it("is read by the last parenthesis: a program may be called anything", () => {
    expect(parseStat(lineOf(4242, "node (serve) 1 2", 17, "150 50 30 20"))).toEqual({
      pid: 4242,
      parent: 17,
      own: 200,
      ended: 50
    })
    expect(millisOf(parseStat(lineOf(4242, "node", 17, "150 50 30 20")))).toBe(2000)
  })

  it.each(["", "no such file", "12 (node) S"])("is nothing if it is %j", (text) => {
    expect(parseStat(text)).toBeUndefined()
    expect(millisOf(parseStat(text))).toBeNaN()
  })
})

describe("trees of processes", () => {
  const stat = (pid: number, parent: number, own: number, ended = 0): ProcessStat => ({
    pid,
    parent,
    own,
    ended
  })
  const all = [
    stat(1, 0, 1000),
    stat(10, 1, 5),
    stat(11, 10, 7, 2),
    stat(12, 11, 1),
    stat(20, 1, 100),
    stat(30, 1, 3)
  ]

  it("are the processes with all their descendants, each once", () => {
    expect(treesOf([10, 30], all).map(({ pid }) => pid)).toEqual([10, 11, 12, 30])
    expect(treesOf([10, 11], all).map(({ pid }) => pid)).toEqual([10, 11, 12])
  })

  it("have the processor time of all of them, of those that have ended too", () => {
    expect(treeMillis(treesOf([10], all))).toBe(150)
  })

  it("have none that is known if there are no such processes", () => {
    expect(treeMillis(treesOf([99], all))).toBeNaN()
    expect(treeMillis(treesOf([10], []))).toBeNaN()
  })
})

describe("memory", () => {
  const status = (anonymous: number, file: number, shared: number): string =>
    `Name:\tpostgres\nVmRSS:\t${anonymous + file + shared} kB\nRssAnon:\t${anonymous} kB\nRssFile:\t${file} kB\nRssShmem:\t${shared} kB\n`

  it("of one process is what is resident", () => {
    expect(megabytesOf([status(51_200, 10_240, 0)].map(parseMemory))).toBe(60)
  })

  it("of several counts once what they share", () => {
    expect(
      megabytesOf([status(1024, 5120, 131_072), status(2048, 4096, 102_400)].map(parseMemory))
    ).toBe(1 + 2 + 5 + 128)
  })
})
