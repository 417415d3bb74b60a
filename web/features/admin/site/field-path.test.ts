import fc from 'fast-check'
import { expect, it } from 'vitest'
import { valueAt, withValueAt } from './field-path'

const path = fc.array(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 1, maxLength: 4 })

it('a value is found where it was put, and the former content is not changed', () => {
  fc.assert(
    fc.property(path, fc.anything(), (names, value) => {
      const before = { list: [{ role: 'Bass' }] }
      const after = withValueAt(before, ['x', ...names].join('.'), value)
      expect(valueAt(after, ['x', ...names].join('.'))).toBe(value)
      expect(before).toEqual({ list: [{ role: 'Bass' }] })
    }),
  )
})

it('an item of a list stays in its place', () => {
  const before = { members: [{ role: 'Bass' }, { role: 'Drums' }] }
  expect(withValueAt(before, 'members.1.role', 'Voice')).toEqual({
    members: [{ role: 'Bass' }, { role: 'Voice' }],
  })
  expect(valueAt(before, 'members.5.role')).toBeUndefined()
})
