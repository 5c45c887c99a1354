// Start the parts of the studio, each with the node that it fills.

import { startCompare } from "./compare.js";
import { startCorrections } from "./corrections.js";
import { byId } from "./dom.js";
import { startEntities } from "./entities-edit.js";
import { startExport } from "./export.js";
import * as hear from "./hear.js";
import * as history from "./history.js";
import * as keys from "./keys.js";
import { openLink, startLink } from "./link.js";
import * as list from "./list.js";
import { startLive } from "./live.js";
import * as open from "./open.js";
import { startPointing } from "./pointing.js";
import { startPrecision } from "./precision.js";
import * as steps from "./steps.js";
import { startTeach } from "./teach.js";
import * as text from "./text.js";
import { startHelp, startModes, startTheme } from "./page.js";
import * as who from "./who.js";
import * as waiting from "./waiting.js";
import { startWhy } from "./why.js";

startTheme();
startModes();
startHelp();
startPointing(byId("text")); // before the text's own click handler, which pointing overrides
for (const part of [text, waiting, steps, list, who, keys]) part.start();
startWhy(byId("why"));
startCorrections({ undo: byId("undo"), redo: byId("redo"), list: byId("corrected") });
startEntities(byId("entity-tools"));
startPrecision(byId("precision"));
startLive(byId("live"));
startCompare(byId("compare"));
startTeach(byId("teach"));
startExport(byId("export"));
startLink(byId("link"));
const isOpen = history.restored() || (await openLink());
open.start({ isLinked: isOpen });
history.start();
hear.start(); // last: the parts that show a film have subscribed
