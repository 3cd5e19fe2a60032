// The words that generated sessions are made of, all of them ours: a mill, its people and its code.

export const words = (
  'mill stone grain flour wheel water sluice hopper sieve bran barley rye oats wheat sack cart ' +
  'miller river weir dam gate gear axle beam cog belt lever crank shaft bearing oil dust fan ' +
  'bin scale weight measure batch ledger order price buyer baker bread oven loaf crumb crust ' +
  'morning evening winter harvest autumn frost rain flood drought store barn roof floor ladder ' +
  'rope pulley hook chain bolt rivet plate grate screen mesh coarse fine dry damp warm cool ' +
  'slow fast even uneven early late spare worn new broken sharp dull heavy light wide narrow ' +
  'turn grind sift weigh pour lift lower open close start stop check count sort clean dress ' +
  'repair replace balance carry load unload record compare test run read write move keep drop ' +
  'the a this that each every some most and or but so when while after before until because ' +
  'we you it they our your its their is was has had will should can must may in on at by for ' +
  'from to with without under over between near far left right up down again once twice'
).split(' ');

export const foreignWords = (
  'Mühle Körner größer naïve café façade señor København Zürich żyto pšenice ' +
  'мельница зерно мука вода колесо 水車 粉 製粉 小麦 石臼 面粉 磨坊 谷物 ' +
  '방앗간 밀가루 물레방아 곡식 مطحنة قمح טחנה चक्की 🌾 🥖 ⚙️ 👩‍🌾 ✓ → “…” ½'
).split(' ');

export const identifiers = (
  'grindBatch sackCount readHopper flourLedger openSluice closeSluice wheelSpeed stoneGap siftMesh ' +
  'pourRate orderBook priceOf weighSack dryness binLevel gateAngle beltTension batchId loadCart ' +
  'millState gearRatio waterLevel dustAlarm breadOrder'
).split(' ');

export const folders = 'src lib test gear mill sluice ledger store tools docs'.split(' ');
export const extensions = 'ts rs py go md json toml'.split(' ');
export const commands = 'rg sed cat ls git npm cargo make python3 node'.split(' ');
