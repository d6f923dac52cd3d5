/**
 * What a statement of operators may call: functions of their arguments and of the time, and nothing
 * that reads files, other servers, dictionaries or the server itself. Names in lower case.
 */
const names = `
  count sum avg min max any anylast argmin argmax uniq uniqexact uniqcombined topk median corr
  quantile quantiles quantileexact quantilesexact quantiletdigest stddevpop stddevsamp varpop varsamp
  histogram   grouparray groupuniqarray groupuniqarrayarray sumarray summap minmap maxmap
  countif sumif avgif minif maxif anyif argminif argmaxif uniqif uniqexactif medianif quantileif
  quantilesif quantileexactif grouparrayif groupuniqarrayif summapif
  row_number rank dense_rank percent_rank ntile first_value last_value nth_value lag lead laginframe
  leadinframe
  plus minus multiply divide intdiv intdivorzero modulo negate abs sign gcd lcm round floor ceil ceiling
  trunc truncate exp exp2 exp10 log ln log2 log10 sqrt cbrt pow power sin cos tan atan2 pi greatest least
  bitand bitor bitxor bitnot bitshiftleft bitshiftright isnan isfinite isinfinite rand
  equals notequals less greater lessorequals greaterorequals in notin and or not xor if multiif ifnull
  nullif coalesce isnull isnotnull assumenotnull tonullable transform case
  length lengthutf8 char_length character_length empty notempty lower upper lowerutf8 upperutf8 concat
  concatwithseparator substring substr substringutf8 mid left right position positioncaseinsensitive
  locate countsubstrings startswith endswith like ilike notlike notilike match extract extractall
  replaceone replaceall replace replaceregexpone replaceregexpall trim trimleft trimright trimboth ltrim
  rtrim leftpad rightpad lpad rpad reverse splitbychar splitbystring arraystringconcat hex unhex
  base64encode base64decode domain path protocol cuturlparameter cutquerystring extracturlparameter
  cityhash64 siphash64 xxhash64 md5 sha256
  cast tostring toint8 toint16 toint32 toint64 touint8 touint16 touint32 touint64 tofloat32 tofloat64
  toint64orzero toint64ornull touint64orzero touint64ornull tofloat64orzero tofloat64ornull todecimal64
  todate todatetime todatetime64 todateornull todatetimeornull touuid touuidornull tobool totypename
  reinterpretasuint64 reinterpretasint64 reinterpretasfloat64
  now now64 today yesterday tostartofsecond tostartofminute tostartoffiveminutes tostartoftenminutes
  tostartoffifteenminutes tostartofhour tostartofday tostartofweek tomonday tostartofmonth
  tostartofquarter tostartofyear tostartofinterval toyear toquarter tomonth todayofmonth todayofweek
  todayofyear tohour tominute tosecond tounixtimestamp tounixtimestamp64milli tounixtimestamp64micro
  tounixtimestamp64nano fromunixtimestamp fromunixtimestamp64milli fromunixtimestamp64micro
  fromunixtimestamp64nano toyyyymm toyyyymmdd datediff date_diff dateadd date_add datesub date_sub
  addseconds addminutes addhours adddays addweeks addmonths subtractseconds subtractminutes
  subtracthours subtractdays subtractweeks subtractmonths tointervalsecond tointervalminute
  tointervalhour tointervalday tointervalweek tointervalmonth formatdatetime parsedatetimebesteffort
  parsedatetime64besteffort totimezone date_trunc datetrunc age year month day hour minute second week
  quarter date timestamp time
  array arrayelement arraymap arrayfilter arrayexists arrayall arraycount arraysum arrayavg arraymin
  arraymax arraysort arrayreversesort arrayreverse arraydistinct arrayuniq arrayconcat arrayslice
  arrayfirst arrayfirstindex arraylast arraylastindex arraycumsum arrayenumerate arrayzip arrayflatten
  arrayjoin arrayintersect arraydifference arraycompact arraypushback arraypushfront has hasany hasall
  indexof countequal range
  map mapkeys mapvalues mapcontains mapfromarrays mapfilter mapapply mapadd mapsubtract mapsort
  tuple tupleelement
  jsonextract jsonextractstring jsonextractint jsonextractuint jsonextractfloat jsonextractbool
  jsonextractraw jsonextractkeys jsonextractarrayraw jsonhas jsonlength isvalidjson
  bar formatreadablesize formatreadablequantity formatreadabletimedelta
`;

export const allowedFunctions: ReadonlySet<string> = new Set(names.trim().split(/\s+/u));
