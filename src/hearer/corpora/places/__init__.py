"""Where batches are heard.

place          any such place, and how one is chosen
local          processes of this machine
worker         such a process
frames         what it and who asks it say to each other
errands        what is sent to workers next, and what if they die
cluster        a Dask cluster
cluster_here   one of this machine
cluster_client the way to any
cluster_flight what is on its way there and back
cluster_worker what its workers do
"""
