import { VitestTestRunner } from "vitest/runners"

/**
 * Reports no times of imports. Without isolation vitest sends those of every module that a worker
 * has ever loaded with each file and again with its tests: 55 of 310 s of processor time.
 */
export default class extends VitestTestRunner {
  getImportDurations() {
    return {}
  }
}
