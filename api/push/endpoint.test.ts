import { expect, it } from 'vitest'
import { isPublicAddress, isPublicEndpoint } from './endpoint'

it.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://web.push.apple.com/QX',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://8.8.8.8/x',
])('%s can be an endpoint', (endpoint) => {
  expect(isPublicEndpoint(endpoint)).toBe(true)
})

it.each([
  'http://push.example.com/x',
  'https://push.example.com:8443/x',
  'https://user:secret@push.example.com/x',
  'https://localhost/x',
  'https://localhost./x',
  'https://database/x',
  'https://printer.local/x',
  'https://metadata.google.internal/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://10.1.2.3/x',
  'https://192.168.0.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/x',
  'https://[::1]/x',
  'https://[::127.0.0.1]/x',
  'https://[::8.8.8.8]/x',
  'https://168.63.129.16/x',
  'https://[fe80::1]/x',
  'https://[fd00::1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'ftp://push.example.com/x',
  'push.example.com',
  '',
])('%j can not', (endpoint) => {
  expect(isPublicEndpoint(endpoint)).toBe(false)
})

it.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1::1', true],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['nonsense', false],
])('the address %s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})
