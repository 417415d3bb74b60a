/** The bytes are not MPEG-1, -2 or -2.5 Layer III audio. */
export class NotMpegAudioError extends Error {
  override readonly name = 'NotMpegAudioError'
}

interface Frame {
  /** Bytes, header included. */
  length: number
  /** Samples of one channel. */
  samples: number
  sampleRate: number
  /** The offset of a Xing or Info marker, if any, from the frame's start. */
  markerOffset: number
}

// ISO/IEC 11172-3 and 13818-3, Layer III; the sample rates of MPEG-2.5 are half those of MPEG-2.
const bitRates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const sampleRates = [44_100, 48_000, 32_000]
const rateDivisors = { 3: 1, 2: 2, 0: 4 }

const requiredFrames = 3
const maxJunkAtStart = 256 * 1024
const maxJunkInTotal = 2 * 1024 * 1024
const minFrameBytes = 40

/** Reads a 4-byte Layer III frame header at a position; undefined if there is none. */
function readFrameHeader(bytes: Uint8Array, at: number): Frame | undefined {
  const [sync, second, third, fourth] = bytes.subarray(at, at + 4)
  if (sync !== 0xff || second === undefined || third === undefined || fourth === undefined) return
  const version = (second >> 3) & 3
  const isLayer3 = (second & 0xe6) === 0xe2
  if (!isLayer3 || version === 1) return
  const isMpeg1 = version === 3
  const kilobits = bitRates[isMpeg1 ? 1 : 2][third >> 4]
  const baseRate = sampleRates[(third >> 2) & 3]
  if (!kilobits || !baseRate) return

  const sampleRate = baseRate / rateDivisors[version as 0 | 2 | 3]
  const samples = isMpeg1 ? 1152 : 576
  const padding = (third >> 1) & 1
  const isMono = fourth >> 6 === 3
  const sideInformation = isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17
  return {
    length: Math.floor((samples / 8) * ((kilobits * 1000) / sampleRate)) + padding,
    samples,
    sampleRate,
    markerOffset: 4 + sideInformation,
  }
}

/** Parses the frames of a file while it arrives, and buffers only a few bytes between chunks.
 *
 * Tags (ID3v2 before the audio; ID3v1, APE and others after it) are skipped. A file is recognised as MPEG audio after
 * three consecutive frames with the same sample rate. The number of other bytes before and after that is limited. */
export class MpegAudioReader {
  #carry = new Uint8Array(0)
  #skip = 0
  #junk = 0
  #frames = 0
  #seconds = 0
  #sampleRate = 0
  #isMpegAudio = false

  /** @throws NotMpegAudioError as soon as the file can't be MPEG audio */
  push(chunk: Uint8Array): void {
    const bytes = this.#carry.length > 0 ? Buffer.concat([this.#carry, chunk]) : chunk
    let at = 0
    while (true) {
      const skipped = Math.min(this.#skip, bytes.length - at)
      this.#skip -= skipped
      at += skipped
      if (bytes.length - at < minFrameBytes) break
      at += this.#step(bytes, at)
    }
    this.#carry = bytes.slice(at)
  }

  /** Returns the duration in seconds.
   * @throws NotMpegAudioError if there are too few frames */
  finish(): number {
    for (let at = 0; this.#skip === 0 && at + 4 <= this.#carry.length; )
      at += this.#step(this.#carry, at)
    if (!this.#isMpegAudio) throw new NotMpegAudioError()
    return this.#seconds
  }

  /** Processes the tag, frame or byte at a position.
   * @returns the number of bytes to advance, besides those to skip */
  #step(bytes: Uint8Array, at: number): number {
    // Only 0xFF begins a frame, and only “I” a tag. Other bytes are skipped quickly, because a file may consist of them.
    if (bytes[at] !== 0xff && bytes[at] !== 0x49) {
      this.#countJunk()
      return 1
    }
    const tagLength = id3v2Length(bytes, at)
    if (tagLength > 0) {
      this.#skip = tagLength
      return 0
    }
    const frame = readFrameHeader(bytes, at)
    if (frame && (this.#frames === 0 || frame.sampleRate === this.#sampleRate)) {
      this.#count(frame, bytes, at)
      return 0
    }
    this.#countJunk()
    return 1
  }

  #count(frame: Frame, bytes: Uint8Array, at: number) {
    this.#skip = frame.length
    this.#sampleRate = frame.sampleRate
    const isInfoFrame = this.#frames === 0 && hasMarker(bytes, at + frame.markerOffset)
    if (!isInfoFrame) this.#seconds += frame.samples / frame.sampleRate
    this.#frames += 1
    if (this.#frames >= requiredFrames) this.#isMpegAudio = true
  }

  #countJunk() {
    this.#junk += 1
    const maxJunk = this.#isMpegAudio ? maxJunkInTotal : maxJunkAtStart
    if (this.#junk > maxJunk) throw new NotMpegAudioError()
    if (this.#isMpegAudio) return
    this.#frames = 0
    this.#seconds = 0
  }
}

/** The total length of an ID3v2 tag at a position, or 0. Its size is "syncsafe": seven bits per byte. */
function id3v2Length(bytes: Uint8Array, at: number): number {
  const [i, d, three, , , flags = 0, a = 0, b = 0, c = 0, last = 0] = bytes.subarray(at, at + 10)
  if (i !== 0x49 || d !== 0x44 || three !== 0x33) return 0
  const hasFooter = (flags & 0x10) !== 0
  return 10 + ((a << 21) | (b << 14) | (c << 7) | last) + (hasFooter ? 10 : 0)
}

function hasMarker(bytes: Uint8Array, at: number): boolean {
  const marker = String.fromCharCode(...bytes.subarray(at, at + 4))
  return marker === 'Xing' || marker === 'Info'
}
