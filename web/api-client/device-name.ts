import { storage } from '../browser/storage'

const deviceNameKey = 'deviceName'

/** What a person calls this device; sent with each login, so that it has to be chosen once. */
export const readDeviceName = (): string | undefined => storage.get(deviceNameKey) ?? undefined

/** @param name an empty text removes the name */
export const saveDeviceName = (name: string) =>
  name === '' ? storage.remove(deviceNameKey) : storage.set(deviceNameKey, name)

/** The field of a login with the device's name, if it has one. */
export function deviceNameField(): { deviceName?: string } {
  const deviceName = readDeviceName()
  return deviceName === undefined ? {} : { deviceName }
}
