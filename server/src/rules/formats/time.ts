const layouts = {
  Time: '2006-01-02T15:04:05Z07:00',
  MicroTime: '2006-01-02T15:04:05.000000Z07:00',
} as const;

/**
 * What keeps a text from being a time (RFC 3339) of a built-in object, as Go's `time.Parse` says it. A MicroTime has
 * exactly six digits behind the second, a Time any number. Undefined for a time.
 */
export function timeProblem(text: string, type: keyof typeof layouts = 'Time'): string | undefined {
  const layout = layouts[type];
  const read: number[] = [];
  let rest = text;
  for (const { shown, form, most } of partsOf(type)) {
    const match = form.exec(rest);
    if (!match) return `${parsing(text)} as "${layout}": cannot parse ${quoted(rest)} as "${shown}"`;
    const number = Number(match[1] ?? 0);
    const outOfRange = most && (number > most.value || (shown === '01' && number === 0));
    if (outOfRange) return `${parsing(text)}: ${most.of} out of range`;
    read.push(number);
    rest = rest.slice(match[0].length);
  }
  const fault = zoneFault(text);
  if (fault) return `${parsing(text)}: time zone offset ${fault} out of range`;
  if (rest !== '') return `${parsing(text)}: extra text: ${quoted(rest)}`;
  const [year, , month, , day] = read as [number, number, number, number, number];
  return isDate(year, month, day) ? undefined : `${parsing(text)}: day out of range`;
}

/** Whether the calendar has this day; months and days count from 1. */
export function isDate(year: number, month: number, day: number): boolean {
  // Years below 100 would count from 1900; the calendar repeats itself after 400.
  const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

interface Part {
  /** How Go shows it: as it is in the layout. */
  readonly shown: string;
  readonly form: RegExp;
  /** What is refused as soon as it is read. */
  readonly most?: { readonly value: number; readonly of: string };
}

const number = (shown: string, form: RegExp, value: number, of: string): Part => ({
  shown,
  form,
  most: { value, of },
});
const sign = (shown: '-' | ':' | 'T'): Part => ({ shown, form: new RegExp(`^${shown}`) });

const untilMinute: readonly Part[] = [
  { shown: '2006', form: /^(\d{4})/ },
  sign('-'),
  number('01', /^(\d\d)/, 12, 'month'),
  sign('-'),
  { shown: '02', form: /^(\d\d)/ },
  sign('T'),
  number('15', /^(\d\d?)/, 23, 'hour'),
  sign(':'),
  number('04', /^(\d\d)/, 59, 'minute'),
  sign(':'),
];
const zone: Part = { shown: 'Z07:00', form: /^(?:Z|[+-]\d\d:\d\d)/ };

function partsOf(type: keyof typeof layouts): readonly Part[] {
  if (type === 'Time') return [...untilMinute, number('05', /^(\d\d)(?:[.,]\d+)?/, 59, 'second'), zone];
  return [
    ...untilMinute,
    number('05', /^(\d\d)/, 59, 'second'),
    { shown: '.000000', form: /^[.,]\d{6}/ },
    zone,
  ];
}

/** Go takes 24 hours and 60 minutes. */
function zoneFault(text: string): 'hour' | 'minute' | undefined {
  const [, hour = 0, minute = 0] = /[+-](\d\d):(\d\d)$/.exec(text) ?? [];
  if (Number(minute) > 60) return 'minute';
  return Number(hour) > 24 ? 'hour' : undefined;
}

function parsing(text: string): string {
  return `parsing time ${quoted(text)}`;
}

/** As Go's `time` quotes: bytes that are no printable ASCII by their number. */
function quoted(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => {
    if (byte < 0x20 || byte >= 0x80) return `\\x${byte.toString(16).padStart(2, '0')}`;
    const character = String.fromCharCode(byte);
    return character === '"' || character === '\\' ? `\\${character}` : character;
  });
  return `"${bytes.join('')}"`;
}
