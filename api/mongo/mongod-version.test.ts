import { expect, it } from 'vitest'
import { endOfLifeWarning, upgradeProblem, versionOf } from './mongod-version'

it('is read from the program itself', () => {
  expect(versionOf(process.env['TEST_MONGOD'] ?? '')).toMatch(/^\d+\.\d+\.\d+$/)
  expect(versionOf('/bin/true')).toBeUndefined()
  expect(versionOf('/no/such/file')).toBeUndefined()
})

it.each([
  ['6.0.5', '6.0.5'],
  ['6.0.27', '6.0.5'],
  ['6.0.5', '7.0.28'],
  ['7.0.28', '8.0.4'],
])('%s can be opened by %s', (from, to) => {
  expect(upgradeProblem(from, to)).toBeUndefined()
})

it.each([
  ['7.0.28', '6.0.5', 'MONGOD=PATH of a mongod 7.0 or newer'],
  ['6.0.5', '8.0.4', 'Start once with MONGOD=PATH of a mongod 7.0.'],
  ['5.0.1', '7.0.28', 'Start once with MONGOD=PATH of a mongod 6.0.'],
])('%s can’t be opened by %s', (from, to, instruction) => {
  expect(upgradeProblem(from, to)).toContain(instruction)
})

it('is warned about after its end of life', () => {
  expect(endOfLifeWarning('6.0.5', '2025-07')).toBeUndefined()
  expect(endOfLifeWarning('6.0.5', '2025-08')).toContain('no security fixes since 2025-07')
  expect(endOfLifeWarning('4.4.1', '2025-08')).toContain('no security fixes')
  expect(endOfLifeWarning('8.2.0', '2026-01')).toBeUndefined()
})
