/** The functions of Go's text/template itself. */
export const builtinFunctions =
  'and call eq ge gt html index js le len lt ne not or print printf println slice urlquery'.split(' ');

/** What Helm 4 adds: pkg/engine/funcs.go. */
export const helmFunctions = `
durationDays durationHours durationMicroseconds durationMilliseconds durationMinutes durationNanoseconds durationRoundTo
durationSeconds durationTruncateTo durationWeeks fromJson fromJsonArray fromToml fromYaml fromYamlArray include lookup
mustToDuration mustToJson mustToToml mustToYaml required toJson toToml toYaml toYamlPretty tpl`
  .trim()
  .split(/\s+/);

/** The functions of Sprig 3, which Helm and others have: functions.go. */
export const sprigFunctions = `
abbrev abbrevboth add add1 add1f addf adler32sum ago all any append atoi b32dec b32enc b64dec b64enc base bcrypt biggest
buildCustomCert camelcase cat ceil chunk clean coalesce compact concat contains date dateInZone dateModify date_in_zone
date_modify decryptAES deepCopy deepEqual default derivePassword dict dig dir div divf duration durationRound empty
encryptAES env expandenv ext fail first float64 floor fromJson genCA genCAWithKey genPrivateKey genSelfSignedCert
genSelfSignedCertWithKey genSignedCert genSignedCertWithKey get getHostByName has hasKey hasPrefix hasSuffix hello
htmlDate htmlDateInZone htpasswd indent initial initials int int64 isAbs join kebabcase keys kindIs kindOf last list lower
max maxf merge mergeOverwrite min minf mod mul mulf mustAppend mustChunk mustCompact mustDateModify mustDeepCopy mustFirst
mustFromJson mustHas mustInitial mustLast mustMerge mustMergeOverwrite mustPrepend mustPush mustRegexFind mustRegexFindAll
mustRegexMatch mustRegexReplaceAll mustRegexReplaceAllLiteral mustRegexSplit mustRest mustReverse mustSlice mustToDate
mustToJson mustToPrettyJson mustToRawJson mustUniq mustWithout must_date_modify nindent nospace now omit osBase osClean
osDir osExt osIsAbs pick pluck plural prepend push quote randAlpha randAlphaNum randAscii randBytes randInt randNumeric
regexFind regexFindAll regexMatch regexQuoteMeta regexReplaceAll regexReplaceAllLiteral regexSplit repeat replace rest
reverse round semver semverCompare seq set sha1sum sha256sum sha512sum shuffle slice snakecase sortAlpha split splitList
splitn squote sub subf substr swapcase ternary title toDate toDecimal toJson toPrettyJson toRawJson toString toStrings trim
trimAll trimPrefix trimSuffix trimall trunc tuple typeIs typeIsLike typeOf uniq unixEpoch unset until untilStep untitle
upper urlJoin urlParse uuidv4 values without wrap wrapWith`
  .trim()
  .split(/\s+/);

/** The objects that Helm hands to a template. */
export const helmObjects = 'Values Release Chart Capabilities Files Template Subcharts'.split(' ');
